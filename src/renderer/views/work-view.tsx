import { Box, Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { WalletFile } from '#contract/tokens/wallet-content.ts'
import { text } from '#renderer/text/en.ts'
import { AppImage } from '#renderer/ui/token-image.tsx'
import ui from '#renderer/ui/parts.module.css'
import styles from './work-view.module.css'

const words = text.common.works

type Shown = {
  readonly file: WalletFile
  /** Of the app's own protocol. */
  readonly address: string
}

/** A work as its type is shown, and what else can be done with it. */
export const WorkView = ({
  file,
  address,
  noViewer,
  children,
}: Shown & {
  /** What to do with a type that is not shown. */
  readonly noViewer: string
  readonly children: ReactNode
}) => {
  const display = workDisplay(file.mediaType)
  if (display === 'frame')
    return (
      <Framed file={file} address={address}>
        {children}
      </Framed>
    )
  return (
    <>
      {display === 'none' && <p className={ui['soft']}>{noViewer}</p>}
      {display === 'image' && (
        <Box maw="20rem">
          <AppImage url={address} alt={file.name} />
        </Box>
      )}
      {(display === 'video' || display === 'audio') && (
        <Player file={file} address={address} display={display} />
      )}
      <Group gap="xs">{children}</Group>
    </>
  )
}

const Player = ({ file, address, display }: Shown & { readonly display: 'video' | 'audio' }) => {
  const [failed, setFailed] = useState(false)
  const Element = display
  return (
    <>
      <Element
        className={display === 'video' ? styles['video'] : styles['audio']}
        src={address}
        aria-label={file.name}
        controls
        // the image beside it shows what it is; a long file is not read before somebody plays it
        preload="metadata"
        onError={() => setFailed(true)}
      />
      {failed && <p className={ui['soft']}>{words.noPlayer}</p>}
    </>
  )
}

/**
 * Where main serves works, under a content policy of theirs. In the Chromium host each scheme of the
 * app is a domain of its own (tools/chromium-host/README.md).
 */
const workOrigin =
  window.location.protocol === 'app:' ? 'work://shown' : 'https://shown.work.invalid'

const frameAddress = (address: string, mediaType: string): string =>
  `${workOrigin}/${mediaType === 'image/svg+xml' ? 'svg' : 'html'}${address}`

/**
 * A work that may run programs, in a sandboxed frame, from the click on *Show* until *Stop*. It may
 * use nothing of the browser but to draw and to compute.
 */
const Framed = ({ file, address, children }: Shown & { readonly children: ReactNode }) => {
  const [isShown, setShown] = useState(false)
  const [label, short] = isShown
    ? [words.stop(file.name), words.stopShort]
    : [words.show(file.name), words.showShort]
  return (
    <>
      {isShown && (
        <iframe
          className={styles['frame']}
          title={words.frame(file.name)}
          src={frameAddress(address, file.mediaType)}
          sandbox="allow-scripts"
          allow="focus-without-user-activation 'none'"
          referrerPolicy="no-referrer"
        />
      )}
      <p className={ui['soft']}>{words.runs}</p>
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="light"
          aria-label={label}
          onClick={() => setShown(!isShown)}
        >
          {short}
        </Button>
        {children}
      </Group>
    </>
  )
}

/** Types of works that can run programs: shown in a frame of their own alone. */
const framedTypes = ['text/html', 'image/svg+xml'] as const
type FramedType = (typeof framedTypes)[number]

const isFramed = (mediaType: string): mediaType is FramedType =>
  framedTypes.some((type) => type === mediaType)

/** How the window shows a work of this type; `none`: an icon, for Chromium has no safe way. */
type WorkDisplay = 'video' | 'audio' | 'image' | 'frame' | 'none'

const workDisplay = (mediaType: string): WorkDisplay => {
  if (isFramed(mediaType)) return 'frame'
  const [kind] = mediaType.split('/', 1)
  return kind === 'video' || kind === 'audio' || kind === 'image' ? kind : 'none'
}
