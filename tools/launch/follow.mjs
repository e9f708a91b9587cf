// Loaded into the server before its own code: when the launcher is gone, however it went, the server stops as by SIGTERM.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
