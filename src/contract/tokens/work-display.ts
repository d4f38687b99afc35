/** Types of works that can run programs: shown in a frame of their own alone. */
export const framedTypes = ['text/html', 'image/svg+xml'] as const
export type FramedType = (typeof framedTypes)[number]

const isFramed = (mediaType: string): mediaType is FramedType =>
  framedTypes.some((type) => type === mediaType)

/** How the window shows a work of this type; `none`: an icon, for Chromium has no safe way. */
export type WorkDisplay = 'video' | 'audio' | 'image' | 'frame' | 'none'

export const workDisplay = (mediaType: string): WorkDisplay => {
  if (isFramed(mediaType)) return 'frame'
  const [kind] = mediaType.split('/', 1)
  return kind === 'video' || kind === 'audio' || kind === 'image' ? kind : 'none'
}
