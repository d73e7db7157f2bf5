import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library only cleans up by itself where the test functions are globals.
afterEach(cleanup);

// A second is too little where several workers share two cores.
configure({ asyncUtilTimeout: 5_000 });
