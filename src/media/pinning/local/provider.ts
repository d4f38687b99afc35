import { z } from 'zod'
import { pinProvider } from '../provider.ts'
import { createLocalPinner } from './local.ts'

/** The content store of this computer. */
export const local = pinProvider({
  kind: 'local',
  label: 'This computer',
  description: 'Images are kept in the content store of Coldpress. It is always there.',
  fields: [],
  settings: z.strictObject({}),
  defaultTarget: { name: 'local', settings: {} },
  isBuiltIn: true,
  create: ({ content }) => createLocalPinner(content),
})
