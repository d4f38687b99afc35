import { env } from 'node:process'

/** Of Node, for files and the names of hosts. */
const defaultThreads = 4

/** Node reads the variable when the first thread is needed, so each program imports this first. */
env['UV_THREADPOOL_SIZE'] ??= '8'

/** Threads of this process that wait for disks. */
export const poolThreads = Number(env['UV_THREADPOOL_SIZE']) || defaultThreads
