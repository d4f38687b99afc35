import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { z } from 'zod'
import { shortText } from '#values/bounds/bounded.ts'
import { Cid } from '#media/content/cid.ts'
import { columns, type Database } from '#platform/db/database.ts'
import { imageCheck, type ImageCheck } from '#media/images/image-check.ts'
import type { FileState } from '#media/images/image-job.ts'
import { imageNotes } from './journal-schema.ts'

export type FileIdentity = FileState & { readonly path: string }

export type CachedImage = {
  readonly cid: Cid
  readonly mediaType: string
  /** The image process's notes. */
  readonly notes: readonly string[]
}

export type KnownFile = { readonly sha256: string; readonly inode: string }

/** Results of earlier imports for files and images, shared by all jobs. */
export interface ImageCache {
  /** Many questions as one: see {@link Database.reading}. */
  reading<T>(work: () => T): T
  /** False if no cached file has this length, so that reading the file can be skipped. */
  hasFileOfSize(size: number): boolean
  hashOf(file: FileIdentity): string | undefined
  /** The file that had this path, size and time when it was read; it may be another by now. */
  knownFile(file: CheckedFile): KnownFile | undefined
  cacheHash(file: FileIdentity, sha256: string): void
  /** Of files that a plan has read, those that have their hash and inode. */
  cacheHashes(files: readonly (Partial<KnownFile> & CheckedFile)[]): void
  imageOf(cacheKey: string): CachedImage | undefined
  cacheImage(cacheKey: string, image: CachedImage): void
  /** What a check of this file showed, if the file has not changed since. */
  readonly checkOf: (file: CheckedFile) => ImageCheck | undefined
  /** @param library the versions of the image library that checked it */
  cacheCheck(file: CheckedFile, check: ImageCheck, library: string): void
  /** Another version of the library may judge differently. */
  forgetChecksOfOthers(library: string): void
}

/** A file as a folder's listing has it. */
export type CheckedFile = Pick<FileIdentity, 'path' | 'size' | 'mtimeMs'>

/**
 * Cache key of processing these bytes with these settings. It includes the extension, because a
 * note says when that does not fit the content.
 */
export const cacheKeyOf = (sha256: string, fileName: string, settingsKey: string): string =>
  createHash('sha256')
    .update(`${sha256}\n${extname(fileName).toLowerCase()}\n${settingsKey}`)
    .digest('hex')

const knownRow = z.object({ known: z.int() })
const fileRow = z.object({ sha256: shortText, inode: shortText })
const checkRow = z.object({ result: columns.json(imageCheck) })
const imageRow = z.object({
  cid: shortText.transform((text) => Cid(text)),
  media_type: shortText,
  notes: imageNotes,
})

export const createImageCache = (db: Database, now: () => Date): ImageCache => {
  const cacheHash: ImageCache['cacheHash'] = ({ path, size, mtimeMs, inode }, sha256) => {
    db.upsert('file_hashes', { path, size, mtime_ms: mtimeMs, inode, sha256 }, 'path')
  }
  const knownFile: ImageCache['knownFile'] = ({ path, size, mtimeMs }) =>
    db.get(
      fileRow,
      'SELECT sha256, inode FROM file_hashes WHERE path = :path AND size = :size AND mtime_ms = :mtimeMs',
      { path, size, mtimeMs },
    )
  return {
    reading: (work) => db.reading(work),
    hasFileOfSize: (size) =>
      db.get(knownRow, 'SELECT 1 AS known FROM file_hashes WHERE size = :size LIMIT 1', {
        size,
      }) !== undefined,
    knownFile,
    hashOf: (file) => {
      const known = knownFile(file)
      return known?.inode === file.inode ? known.sha256 : undefined
    },
    cacheHash,
    cacheHashes: (files) => {
      if (files.length === 0) return
      db.transactUnsynced(() => {
        for (const { sha256, inode, ...file } of files)
          if (sha256 !== undefined && inode !== undefined) cacheHash({ ...file, inode }, sha256)
      })
    },
    imageOf: (cacheKey) => {
      const row = db.get(
        imageRow,
        'SELECT cid, media_type, notes FROM image_cache WHERE cache_key = :cacheKey',
        { cacheKey },
      )
      return row && { cid: row.cid, mediaType: row.media_type, notes: row.notes }
    },
    cacheImage: (cacheKey, { cid, mediaType, notes }) => {
      db.insert(
        'image_cache',
        { cache_key: cacheKey, cid, media_type: mediaType, notes, created_at: now().toISOString() },
        `ON CONFLICT (cache_key) DO UPDATE
       SET cid = excluded.cid, media_type = excluded.media_type, notes = excluded.notes`,
      )
    },
    checkOf: ({ path, size, mtimeMs }) =>
      db.get(
        checkRow,
        'SELECT result FROM image_checks WHERE path = :path AND size = :size AND mtime_ms = :mtimeMs',
        { path, size, mtimeMs },
      )?.result,
    cacheCheck: ({ path, size, mtimeMs }, check, library) => {
      const result = JSON.stringify(check)
      db.transactUnsynced(() => {
        db.upsert('image_checks', { path, size, mtime_ms: mtimeMs, library, result }, 'path')
        if (check.kind === 'rejected') return
        const { sha256, ...state } = check.image.source
        if (sha256 !== null) cacheHash({ path, ...state }, sha256)
      })
    },
    forgetChecksOfOthers: (library) => {
      db.run('DELETE FROM image_checks WHERE library <> :library', { library })
    },
  }
}
