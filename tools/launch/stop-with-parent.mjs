// Preloaded into the server: when the launcher ends, for whatever reason, the server stops as if it had received SIGTERM.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
