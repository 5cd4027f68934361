import { ServerResponse } from 'node:http';

/** Loaded before a server: its clock starts at KASUWA_TEST_CLOCK (epoch seconds) and goes on from there, so that its days are the same on every run. */
const Real = Date;
const shift = Number(process.env.KASUWA_TEST_CLOCK) * 1_000 - Real.now();

globalThis.Date = class extends Real {
  constructor(...args) {
    if (args.length === 0) super(Real.now() + shift);
    else super(...args);
  }
  static now() {
    return Real.now() + shift;
  }
};

// Node writes the header of an answer by the real clock, which a page compares with its own.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...args) {
  if (!this.headersSent && !this.hasHeader('date')) this.setHeader('Date', new Date().toUTCString());
  return writeHead.apply(this, args);
};
