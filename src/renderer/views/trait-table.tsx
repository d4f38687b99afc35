import type { Trait } from '#values/rarity/rarity.ts'
import { text } from '#renderer/text/en.ts'
import ui from '#renderer/ui/parts.module.css'
import styles from './trait-table.module.css'

const words = text.collections.token

/** A token's traits, each with how many tokens share its value, where that is asked for. */
export const TraitTable = ({
  traits,
  countOf,
  all,
}: {
  readonly traits: readonly Trait[]
  readonly countOf?: (trait: Trait) => number
  /** All tokens; undefined: not all are known yet. */
  readonly all?: number | undefined
}) => (
  <table className={`${ui['table']} ${styles['traits']}`}>
    <thead className={ui['unseen']}>
      <tr>
        <th>{words.trait}</th>
        <th>{words.value}</th>
        {countOf !== undefined && <th>{words.rarity}</th>}
      </tr>
    </thead>
    <tbody>
      {traits.map((trait) => (
        <tr key={trait.name}>
          <th scope="row">{trait.name}</th>
          <td>{trait.value}</td>
          {countOf !== undefined && (
            <td data-align="end">{all !== undefined && words.rarityOf(countOf(trait), all)}</td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
