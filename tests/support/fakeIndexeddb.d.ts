/** The package's own types are out of reach of its exports. */
declare module 'fake-indexeddb/auto';
