/** Leaves out what is undefined, as exact optional fields demand. */
export function compact<Fields extends object>(fields: Fields): Compact<Fields> {
  // A cast, because no type follows a filter over keys.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Compact<Fields>;
}

type Compact<Fields> =
  & { [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key] }
  & { [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined> };
