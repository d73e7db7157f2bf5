// Run before anything else by `npm start` and `npm test`. Old forms of the language only: a Node of any age has to read it.
"use strict";

const OLDEST = 20;
const version = process.versions.node;

if (Number(version.split(".")[0]) < OLDEST) {
  console.error(
    "orin: this is Node " + version + ", and Orin needs Node " + OLDEST +
      " or newer: install it from https://nodejs.org and start again",
  );
  process.exit(1);
}
