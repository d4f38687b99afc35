import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { pinProvider } from '../provider.ts'

const allOf = 'all'

const namesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

const settings = z.strictObject({
  targets: shortText.refine((text) => namesIn(text).length > 1, 'name two targets or more'),
  need: z
    .string()
    .regex(/^(?:all|[1-9][0-9]?)$/u, 'give a number, or all')
    .default(allOf),
})

/** Several pin targets at once. */
export const several = pinProvider({
  kind: 'several',
  label: 'Several places',
  description: 'Pins each image at several places that are set up already.',
  fields: [
    {
      name: 'targets',
      label: 'Pin targets',
      hint: 'Names of two pin targets or more, separated by commas, such as kubo,pinata',
      type: 'text',
      need: 'required',
    },
    {
      name: 'need',
      label: 'Places that must have each image',
      hint: 'How many of them must have an image: all, or a number (default: all)',
      type: 'text',
      need: 'optional',
    },
  ],
  settings,
  members: ({ targets, need }) => {
    const names = namesIn(targets)
    return { names, need: need === allOf ? names.length : Number(need) }
  },
})
