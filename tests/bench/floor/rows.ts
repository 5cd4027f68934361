/** The floor's store: IndexedDB by hand, 10,000 rows as 20 records of 500. */
export interface Row {
  _id: string;
  name: string;
  brand: string;
  price: string;
}

const BLOCK = 500;

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('floor', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('blocks');
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export async function keepRows(rows: readonly Row[]): Promise<void> {
  const db = await open();
  const tx = db.transaction('blocks', 'readwrite');
  for (let at = 0; at < rows.length; at += BLOCK) tx.objectStore('blocks').put(rows.slice(at, at + BLOCK), at);
  await new Promise((resolve) => {
    tx.oncomplete = resolve;
  });
  db.close();
}

export async function readRows(): Promise<Row[]> {
  const db = await open();
  const request = db.transaction('blocks').objectStore('blocks').getAll() as IDBRequest<Row[][]>;
  const blocks = await new Promise<Row[][]>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  db.close();
  return blocks.flat();
}
