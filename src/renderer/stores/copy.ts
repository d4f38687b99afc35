import { call } from '../bridge.ts'
import { attempt } from './notices.ts'

/** Copies text that is no secret; a failure becomes a notice. @returns whether it was copied */
export const copy = async (value: string): Promise<boolean> =>
  (await attempt(() => call('app.copy', { text: value, secret: false }))) !== undefined
