// Runs before the first paint, so that a dark screen never flashes white. The key is the documents' `config` (SHELL-14, SHELL-15).
try {
  const config = JSON.parse(localStorage.getItem('config') || '{}');
  if (config.theme === 'dark') document.documentElement.dataset.theme = 'dark';
} catch {
  // A broken record means the default: light.
}
