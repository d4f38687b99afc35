import { Option } from 'commander'

/**
 * `--collection`, by id or by a name that no other collection of the account has: the command gets the
 * id. For commands that destroy nothing; one that burns or deletes takes an id alone.
 */
export class CollectionOption extends Option {
  constructor(description: string) {
    super('--collection <id>', `${description}; by its name too`)
  }
}

/** As {@link CollectionOption}, which has to be given. */
export const requiredCollection = (description: string): Option =>
  new CollectionOption(description).makeOptionMandatory()
