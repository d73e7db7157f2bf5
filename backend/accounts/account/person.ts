import type { PersonKey } from "../../store/personal/personal_data.ts";
import type { SealedPerson } from "./events.ts";
import type { Person } from "./reads.ts";

/** Seals a whole person for an event. */
export function sealPerson(key: PersonKey, person: Person): SealedPerson {
  return {
    firstName: key.seal("firstName", person.firstName),
    lastName: key.seal("lastName", person.lastName),
    email: key.seal("email", person.email),
    phone: key.seal("phone", person.phone),
    address: key.seal("address", person.address),
  };
}
