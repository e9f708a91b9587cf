// Preloaded into the server: when the launcher ends, for whatever reason, the server stops as if it had received SIGTERM.
import cluster from 'node:cluster';

// Web processes inherit this file, but their channel is the one to the server, which stops them and must keep them alive.
if (cluster.isPrimary && process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
