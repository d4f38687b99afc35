import { isDeepStrictEqual } from 'node:util'
import { issueOf, type Issue } from '../table/issues.ts'
import type { FailedRow, PlannedImage } from './plan-types.ts'

/** A warning for a row that would be sent again exactly as it failed; none once it was changed. */
export const failedBefore = (
  row: number,
  planned: Pick<FailedRow, 'request' | 'image'>,
  failed: FailedRow | undefined,
): readonly Issue[] => {
  if (failed === undefined || !isDeepStrictEqual(planned.request, failed.request)) return []
  if (!isSameImage(planned.image, failed.image)) return []
  const column = failed.isAboutImage ? 'image' : 'asset_name'
  const why = failed.message.replace(`Row ${row}: `, '')
  const message = `Row ${row}, ${column}: the last run failed. ${why}`
  return [issueOf('failed_before', message, { row, column, value: failed.assetName })]
}

const isSameImage = (one: PlannedImage, other: PlannedImage): boolean => {
  if (one.kind === 'file' && other.kind === 'file')
    return (
      one.file.path === other.file.path &&
      one.file.size === other.file.size &&
      one.file.mtimeMs === other.file.mtimeMs
    )
  return isDeepStrictEqual(one, other)
}
