import type { CallOutput } from '#shared/calls/contract.ts'

export type Licence = CallOutput<'app.info'>['licences'][number]

/** The packages in whose name, version or licence every word of the search stands. */
export const searchLicences = (
  licences: readonly Licence[],
  search: string,
): readonly Licence[] => {
  const words = search.toLowerCase().split(/\s+/u).filter(Boolean)
  return licences.filter(({ name, version, licence }) => {
    const searched = `${name}\n${version}\n${licence}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}
