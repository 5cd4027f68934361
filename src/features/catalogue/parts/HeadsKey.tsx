/** What the abbreviated headings of products say, in sight under the table. `mpu`: the table has that column. */
export const HeadsKey = ({ mpu }: { mpu: boolean }) => (
  <span className="text-ink-faint max-sm:hidden">
    {`M manufacturer, B brand, P product, S hub${mpu ? '. MPU: smallest order, in units' : ''}`}
  </span>
);
