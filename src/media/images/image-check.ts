import { z } from 'zod'
import { longText } from '#values/bounds/bounded.ts'
import { checkedImageRules, type ImageRule } from './image-job.ts'
import { soundImage } from './messages.ts'

/** What decoding a file to its end showed: the details of a sound one, or why no import takes it. */
export const imageCheck = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('sound'), image: soundImage }).readonly(),
  z
    .object({ kind: z.literal('rejected'), rule: z.enum(checkedImageRules), message: longText })
    .readonly(),
])
export type ImageCheck = z.output<typeof imageCheck>

/** Rules whose cause is outside the bytes, such as a missing permission: they are not remembered. */
const passing: ReadonlySet<ImageRule> = new Set([
  'image_missing',
  'image_unreadable',
  'image_timeout',
  'image_crashed',
  'image_unwritable',
])

/** Whether the same bytes will be judged the same way again. */
export const isLasting = (check: ImageCheck): boolean =>
  check.kind === 'sound' || !passing.has(check.rule)
