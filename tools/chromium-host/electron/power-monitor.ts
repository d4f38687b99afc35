import { EventEmitter } from 'node:events'
import { strict } from './strict.ts'

/** Never speaks by itself: a browser is not told of sleep. Tests emit `suspend` and `lock-screen`. */
export const powerMonitor = strict('powerMonitor', new EventEmitter())
