import { Pack } from './Pack.tsx';

interface Props {
  /** The name of the brand, manufacturer or category: while there is no picture, a pack of its goods is drawn in its colours. */
  name: string;
  upload: { path: string } | null;
  size?: 40 | 64;
}

/** The small picture of a list row: a logo, or a drawn pack. It is decorative, because the name is beside it. `size` in px. */
export const Picture = ({ name, upload, size }: Props) => (
  <Pack product={{ name, brand: { name }, category: name, upload }} size={size ?? 40} />
);
