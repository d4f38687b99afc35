import { Option } from 'commander'

/**
 * `--collection`, by id or by a name that no other collection of the account has: the command gets the
 * id. For commands that destroy nothing; one that burns or deletes takes an id alone.
 */
export class CollectionOption extends Option {
  readonly takesName: boolean

  constructor(description: string, takesName = true) {
    super('--collection <id>', `${description}; by its ${takesName ? 'name too' : 'id alone'}`)
    this.takesName = takesName
  }
}

/** As {@link CollectionOption}, which has to be given. */
export const requiredCollection = (description: string): Option =>
  new CollectionOption(description).makeOptionMandatory()

/** Of a command that burns or deletes. */
export const requiredCollectionId = (description: string): Option =>
  new CollectionOption(description, false).makeOptionMandatory()
