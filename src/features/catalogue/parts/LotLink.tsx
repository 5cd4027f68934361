import { traceLot } from '#contract/stock/lotCalls.ts';
import { TextLink } from '#crud/Link.tsx';
import { useMayAsk } from '#crud/query/useSession.ts';
import { type LotUnits, lotsIn } from '#domain/lots.ts';
import { lotName } from '#domain/lotWords.ts';

interface Goods {
  _id: string;
  name: string;
}

/** The page that says where a lot went, for {@link useGo}. */
export const traceOf = (product: Pick<Goods, '_id'>, { code }: Pick<LotUnits, 'code'>) =>
  [`/lots/${product._id}`, { search: code === '' ? {} : { lot: code } }] as const;

/** The name of a lot. For people who may see movements the name links to the page that says where the lot went. */
export function LotLink({ product, lot: { code } }: { product: Goods; lot: Pick<LotUnits, 'code'> }) {
  const traces = useMayAsk(traceLot);
  const name = lotName({ code, expires: '' });
  if (!traces) return <span className="figures">{name}</span>;
  const [to, options] = traceOf(product, { code });
  return (
    <TextLink to={to} {...options} aria-label={`Where did lot ${name} of ${product.name} go?`}>
      {name}
    </TextLink>
  );
}

/** The lots of a line, each with its link. A line without lots shows nothing. `lots`: the text as the line stores it. */
export function LotLinks({ product, lots }: { product: Goods; lots: string | null | undefined }) {
  const all = lotsIn(lots);
  if (all.length === 0) return null;
  return (
    <span className="flex flex-wrap items-center gap-x-3 text-xs text-ink-soft">
      {all.map((lot) => (
        <LotLink key={`${lot.code} ${lot.expires}`} product={product} lot={lot} />
      ))}
    </span>
  );
}
