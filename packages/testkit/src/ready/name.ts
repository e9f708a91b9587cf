/** In the environment: the folder of a stopped cluster that has the template. Copied, it saves each test file two seconds. */
export const READY_CLUSTER = 'PLUMBLINE_READY_CLUSTER';
