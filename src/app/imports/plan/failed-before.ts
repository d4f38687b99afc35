import { isDeepStrictEqual } from 'node:util'
import { issueOf, type Issue } from '../table/issues.ts'
import { isSameFile } from './same-file.ts'
import type { FailedRow, PlannedImage, PlannedToken, PlannedWork } from './plan-types.ts'

/** A warning for a row that would be sent again exactly as it failed; none once it was changed. */
export const failedBefore = (
  row: number,
  planned: Pick<PlannedToken, 'request' | 'image' | 'works'>,
  failed: FailedRow | undefined,
): readonly Issue[] => {
  if (failed === undefined || !isDeepStrictEqual(planned.request, failed.request)) return []
  if (!isSameImage(planned.image, failed.image)) return []
  if (!hasSameWorks(planned.works, failed.works ?? [])) return []
  const column = failed.isAboutImage ? 'image' : 'asset_name'
  const why = failed.message.replace(`Row ${row}: `, '')
  const message = `Row ${row}, ${column}: the last run failed. ${why}`
  return [issueOf('failed_before', message, { row, column, value: failed.assetName })]
}

const isSameImage = (plannedImage: PlannedImage, other: PlannedImage): boolean => {
  if (plannedImage.kind === 'file' && other.kind === 'file')
    return isSameFile(plannedImage.file, other.file)
  return isDeepStrictEqual(plannedImage, other)
}

const hasSameWorks = (
  planned: readonly PlannedWork[],
  failed: NonNullable<FailedRow['works']>,
): boolean =>
  planned.length === failed.length &&
  planned.every(({ tag, file }) =>
    failed.some((other) => other.tag === tag && isSameFile(other.file, file)),
  )
