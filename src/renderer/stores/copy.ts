import { call } from '../bridge.ts'
import { attempt } from './notices.ts'

/** Copies text that is no secret. */
export const copy = async (value: string): Promise<void> => {
  await attempt(() => call('app.copy', { text: value, secret: false }))
}
