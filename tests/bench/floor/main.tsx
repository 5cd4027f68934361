/** The floor: the least that React and TanStack Router can do with the same 10,000 products. No style, no session, no queue. */
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { keepRows, type Row, readRows } from './rows.ts';

const HEIGHT = 48;

/** The naive virtual list: drawn anew at every scroll event. */
function List() {
  const [rows, setRows] = useState<Row[]>([]);
  const [text, setText] = useState('');
  const [top, setTop] = useState(0);
  useEffect(() => {
    void readRows().then(async (kept) => {
      if (kept.length > 0) return setRows(kept);
      const fresh = (await (await fetch('/rows.json')).json()) as Row[];
      setRows(fresh);
      await keepRows(fresh);
      document.body.dataset.kept = 'yes';
    });
  }, []);
  const hits = useMemo(() => rows.filter((row) => row.name.toLowerCase().includes(text.toLowerCase())), [rows, text]);
  const first = Math.floor(top / HEIGHT);
  return (
    <main>
      <h1>Products ({rows.length})</h1>
      <Link to="/new">New product</Link>
      <input aria-label="Search" value={text} disabled={rows.length === 0} onChange={(e) => setText(e.target.value)} />
      <div
        id="list"
        style={{ height: 600, overflowY: 'auto', position: 'relative' }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <div style={{ height: hits.length * HEIGHT }}>
          {hits.slice(first, first + 16).map((row, index) => (
            <div
              key={row._id}
              className="row"
              style={{ position: 'absolute', top: (first + index) * HEIGHT, height: HEIGHT }}
            >
              {row.name} {row.brand} {row.price}
            </div>
          ))}
        </div>
      </div>
    </main>
  );
}

function Form() {
  return (
    <form>
      <h1>New product</h1>
      {['Name', 'Description', 'SKU', 'Case count', 'Price', 'Brand'].map((label) => (
        <label key={label}>
          {label} <input name={label} />
        </label>
      ))}
    </form>
  );
}

const root = createRootRoute({ component: Outlet });
const router = createRouter({
  routeTree: root.addChildren([
    createRoute({ getParentRoute: () => root, path: '/', component: List }),
    createRoute({ getParentRoute: () => root, path: '/new', component: Form }),
  ]),
});
const place = document.getElementById('root');
if (place) createRoot(place).render(<RouterProvider router={router} />);
void navigator.serviceWorker.register('/sw.js');
