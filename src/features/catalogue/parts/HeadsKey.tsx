/** Explains the abbreviated headings of a product table in a line under the table. `mpu`: the table has the column MPU. */
export const HeadsKey = ({ mpu }: { mpu: boolean }) => (
  <span className="text-ink-faint max-sm:hidden">
    {`M manufacturer, B brand, P product, S hub${mpu ? '. MPU: smallest order, in units' : ''}`}
  </span>
);
