import { Box, FileCode, FileText, Film, Image, type LucideIcon, Music } from 'lucide-react'
import type { WalletFile } from '#shared/wallet-content.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import styles from './work-list.module.css'

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

/** The files beside a token's image, by their names and types. None is opened here. */
export const WorkList = ({ files }: { readonly files: readonly WalletFile[] }) =>
  files.length === 0 ? null : (
    <ul className={styles['works']} aria-label={words.label}>
      {files.map((file, index) => (
        <Work key={`${index} ${file.src}`} file={file} />
      ))}
    </ul>
  )

const Work = ({ file: { name, mediaType } }: { readonly file: WalletFile }) => {
  const Icon = iconOf(mediaType)
  return (
    <li>
      <div className={ui['row']}>
        <Icon size={16} aria-hidden />
        <span className={ui['breakable']}>
          {name} · {mediaType}
        </span>
      </div>
      {isActive(mediaType) && <p className={ui['second']}>{words.notOpened}</p>}
    </li>
  )
}

/** What could run a program. */
const isActive = (mediaType: string): boolean =>
  mediaType === 'text/html' || mediaType === 'image/svg+xml'
