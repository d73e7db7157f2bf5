import { FakeDevice, type FakeFetch } from "./fake_device.ts";
import { FakeService } from "./fake_service.ts";

interface GivenPhone {
  device: FakeDevice;
  service: FakeService;
  /** The way to the service, as long as the network holds. */
  reach: FakeFetch;
  loseNetwork(): void;
}

/**
 * A phone with an empty database and a network; `tokens` are taken by the service, and whose they are. The test brings
 * the database: it imports `pwa/testing/indexed_db.ts`.
 */
export function givenPhone(tokens: Record<string, string> = { "token-ada": "ada" }): GivenPhone {
  globalThis.indexedDB = new IDBFactory();
  const device = new FakeDevice();
  const service = new FakeService(tokens);
  const reach: FakeFetch = (url, init) => Promise.resolve(service.answer(init, { now: device.wall, url }));
  device.fetch = reach;
  const loseNetwork = () => {
    device.fetch = () => Promise.reject(new TypeError("Failed to fetch"));
  };
  return { device, service, reach, loseNetwork };
}
