import { ServerResponse } from 'node:http';

/** Loaded before a server. Its clock starts at KASUWA_TEST_CLOCK (epoch seconds) and runs from there, so that its days are the same in every run. */
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

// Node writes a header of an answer by the real clock, and the page compares that header with its own clock.
const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function (...args) {
  if (!this.headersSent && !this.hasHeader('date')) this.setHeader('Date', new Date().toUTCString());
  return writeHead.apply(this, args);
};
