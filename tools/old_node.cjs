// Run before anything else by `npm start` and `npm test`. It is written so that a Node of any age reads it.
"use strict";

var OLDEST = 20;
var version = process.versions.node;

if (Number(version.split(".")[0]) < OLDEST) {
  console.error(
    "orin: this is Node " + version + ", and Orin needs Node " + OLDEST +
      " or newer: install it from https://nodejs.org and start again",
  );
  process.exit(1);
}
