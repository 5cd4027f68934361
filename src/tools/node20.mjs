// A replacement for Map.groupBy, which Vitest 5 uses to print failures and Node 20 lacks. Loaded with --import before the test runner.
Map.groupBy ??= (items, keyOf) => {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
};
