/** The figures of people (people.json). */
import people from './people.json' with { type: 'json' };

export const PROFILE_RULES = people;
