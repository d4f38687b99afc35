import { planOutput } from '#core/images/plan-output.ts'
import type { ImageFormat } from '#core/images/image-job.ts'
import { issueOf, type Issue } from '../table/issues.ts'
import type { PlannedImage } from './plan-types.ts'

/**
 * What a checked image keeps because its bytes stay as they are: where it was taken, and a size or a
 * format that the settings would change and the library cannot.
 */
export const keptImageIssues = (
  image: PlannedImage | undefined,
  row: number,
  settings: { readonly format: ImageFormat; readonly maxPixels: number | null },
): readonly Issue[] => {
  const check = image?.kind === 'file' ? image.file.check : undefined
  if (image?.kind !== 'file' || check?.kind !== 'sound' || check.image.header === null) return []
  const output = planOutput(check.image.header, settings)
  if (output.action !== 'keep') return []
  const { name } = image.file
  const cellRef = { row, column: 'image', value: name }
  const start = `Row ${row}, image: the file ${name}`
  return [
    ...(check.image.hasGps
      ? [
          issueOf(
            'image_location',
            `${start} says where it was taken (GPS), for everybody and for good. Set a longest side below its own, or another format: what is made anew leaves it out.`,
            cellRef,
          ),
        ]
      : []),
    ...output.notes.map((note) => issueOf('image_not_changed', `${start}: ${note}`, cellRef)),
  ]
}
