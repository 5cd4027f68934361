/** The placeholder of a plot that loads: its final height with the grid, and grey bars after 300 ms. */
export function PlotPlace({ height }: { height: number }) {
  return (
    <div aria-hidden="true" className="relative flex flex-col justify-between py-2" style={{ height }}>
      {[0, 1, 2, 3].map((line) => (
        <span key={line} className="h-px bg-plot-grid" />
      ))}
      <div className="plot-late absolute inset-x-10 bottom-8 flex h-1/2 items-end gap-2">
        {[5, 8, 6, 9, 7, 4, 8, 10, 7, 9, 6, 8].map((part, index) => (
          <span key={index} className="flex-1 rounded-sm bg-plot-grid" style={{ height: `${part * 10}%` }} />
        ))}
      </div>
    </div>
  );
}
