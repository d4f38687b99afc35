import { z } from 'zod'

/** What a collection's tokens are written as. An import reads each of them back. */
export const exportFormats = ['csv', 'cip25', 'nmkr', 'opensea'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportFormat = z.enum(exportFormats)

/** Whether the format is a folder of files. */
export const isFolderFormat = (format: ExportFormat): boolean => format === 'nmkr'

/** Whether images and works can lie beside it: metadata names them by their addresses. */
export const takesFiles = (format: ExportFormat): boolean => format !== 'cip25'
