import { mediaTypeOfFile } from '#app/imports/plan/metadata-input.ts'
import type { ImageFile } from '../services-deps.ts'
import type { DraftState } from './draft.ts'
import type { Drafts } from './drafts.ts'

/** Finds the file of a draft's work. What the plan does not name is not there for the window. */
export const draftWorkIn =
  (drafts: Pick<Drafts, 'all'>) =>
  (draftId: string, row: number, number: number): ImageFile | undefined => {
    const token = stateIn(drafts, draftId)?.plan.tokens.find((one) => one.row === row)
    const file = token?.works[number]?.file
    return file && { path: file.path, mediaType: mediaTypeOfFile(file) ?? '' }
  }

/** Undefined once the draft is closed. Asking does not count as use. */
const stateIn = (drafts: Pick<Drafts, 'all'>, draftId: string): DraftState | undefined =>
  drafts
    .all()
    .find(({ id }) => id === draftId)
    ?.state()

/** Finds a video of a draft's folder of which the window may take a still image. */
export const draftVideoIn =
  (drafts: Pick<Drafts, 'all'>) =>
  (draftId: string, name: string): ImageFile | undefined => {
    const file = stateIn(drafts, draftId)?.inputs.files.find((one) => one.name === name)
    const mediaType = (file && mediaTypeOfFile(file)) ?? ''
    return file && mediaType.startsWith('video/') ? { path: file.path, mediaType } : undefined
  }
