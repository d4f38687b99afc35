import type { Display } from 'electron'
import { strict } from './strict.ts'

const area = { x: 0, y: 0, width: 3840, height: 2160 }

/** Which screens there are only a page knows: one that no window of ours is too large for. */
export const screen = strict('screen', {
  getAllDisplays: (): Pick<Display, 'id' | 'bounds' | 'workArea'>[] => [
    { id: 1, bounds: area, workArea: area },
  ],
})
