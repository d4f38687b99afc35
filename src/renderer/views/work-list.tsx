import { Button, Flex, Group } from '@mantine/core'
import { Box, FileCode, FileText, Film, Image, type LucideIcon, Music } from 'lucide-react'
import { bytesText } from '#values/text/format.ts'
import type { WalletFile } from '#contract/tokens/wallet-content.ts'
import { call } from '#renderer/bridge.ts'
import { useCall } from '#renderer/data/use-call.ts'
import { useNotices } from '#renderer/stores/notices.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import { useAction } from './use-submit.ts'
import { WorkView } from './work-view.tsx'

const words = text.common.works

const icons: readonly (readonly [start: string, icon: LucideIcon])[] = [
  ['video/', Film],
  ['audio/', Music],
  ['model/', Box],
  ['image/svg', FileCode],
  ['image/', Image],
  ['text/html', FileCode],
]

const iconOf = (mediaType: string): LucideIcon =>
  icons.find(([start]) => mediaType.startsWith(start))?.[1] ?? FileText

/** Where the bytes of a work are: in a folder that is being imported, or in the content store. */
export type WorkSource =
  | {
      readonly kind: 'file'
      /** Of the app's own protocol. */
      readonly address: string
      readonly path: string
      readonly bytes: number
    }
  | { readonly kind: 'stored'; readonly cid: string }

/** The work behind an address of a token's metadata, if the content store can have it. */
export const storedWork = (src: string): WorkSource | undefined => {
  const cid = /^ipfs:\/\/(Qm[1-9A-HJ-NP-Za-km-z]{44})$/u.exec(src)?.[1]
  return cid === undefined ? undefined : { kind: 'stored', cid }
}

/** The files beside a token's image, each shown as far as that is safe. */
export const WorkList = ({
  files,
  sourceOf,
}: {
  readonly files: readonly WalletFile[]
  readonly sourceOf: (file: WalletFile) => WorkSource | undefined
}) =>
  files.length === 0 ? null : (
    <Flex component="ul" direction="column" gap="sm" aria-label={words.label}>
      {files.map((file, index) => (
        <Work key={`${index} ${file.src}`} file={file} source={sourceOf(file)} />
      ))}
    </Flex>
  )

const Work = ({
  file,
  source,
}: {
  readonly file: WalletFile
  readonly source: WorkSource | undefined
}) => (
  <Flex component="li" direction="column" gap={6} miw={0}>
    {source?.kind === 'stored' ? (
      <StoredWork file={file} cid={source.cid} />
    ) : (
      <>
        <Title file={file} bytes={source?.bytes ?? null} />
        {source === undefined ? (
          <p className={ui['soft']}>{words.elsewhere}</p>
        ) : (
          <WorkView file={file} address={source.address} noViewer={words.noViewerInFolder}>
            <Reveal name={file.name} path={source.path} />
          </WorkView>
        )}
      </>
    )}
  </Flex>
)

const Title = ({
  file: { name, mediaType },
  bytes,
}: {
  readonly file: WalletFile
  readonly bytes: number | null
}) => {
  const Icon = iconOf(mediaType)
  return (
    <Group gap="xs">
      <Icon size={16} aria-hidden />
      <span className={ui['breakable']}>
        {[name, mediaType, ...(bytes === null ? [] : [bytesText(bytes)])].join(' · ')}
      </span>
    </Group>
  )
}

const StoredWork = ({ file, cid }: { readonly file: WalletFile; readonly cid: string }) => {
  const { data: bytes } = useCall('works.size', { cid })
  return (
    <>
      <Title file={file} bytes={bytes ?? null} />
      {bytes === null && <p className={ui['soft']}>{words.elsewhere}</p>}
      {typeof bytes === 'number' && (
        <WorkView file={file} address={`/content/${cid}`} noViewer={words.noViewer}>
          <SaveCopy file={file} cid={cid} />
        </WorkView>
      )}
    </>
  )
}

const SaveCopy = ({
  file: { name, mediaType },
  cid,
}: {
  readonly file: WalletFile
  readonly cid: string
}) => {
  const { isBusy, run } = useAction(async () => {
    const path = await call('works.save', { cid, name, mediaType })
    if (path !== null) useNotices.getState().notify('good', words.saved(path))
  })
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      loading={isBusy}
      aria-label={words.save(name)}
      onClick={() => void run()}
    >
      {words.saveShort}
    </Button>
  )
}

const Reveal = ({ name, path }: { readonly name: string; readonly path: string }) => {
  const { run } = useAction(() => call('app.showInFolder', { path, how: 'reveal' }))
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={words.reveal(name)}
      onClick={() => void run()}
    >
      {words.revealShort}
    </Button>
  )
}
