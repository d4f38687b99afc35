import { allium, poppy, wheat } from './flowers.ts'
import { eucalyptus, fern, ginkgo, monstera, olive } from './foliage.ts'
import type { Draw } from './growth.ts'

export const plants = {
  Fern: fern,
  Olive: olive,
  Ginkgo: ginkgo,
  Poppy: poppy,
  Allium: allium,
  Eucalyptus: eucalyptus,
  Wheat: wheat,
  Monstera: monstera,
} as const satisfies Record<string, Draw>
export type PlantName = keyof typeof plants
