// What code sees of a play is whole: `like` is resolved before anything is judged (engine/descriptions/play-inheritance.ts). So types and validators are
// made of the schemas without that form, which editors need.
const LIKE = '#/$defs/likePlay';

/** The schema without plays that are like others. */
export function ofWholePlays(schema) {
  if (Array.isArray(schema)) return schema.map(ofWholePlays);
  if (typeof schema !== 'object' || schema === null) return schema;
  if (schema.oneOf?.some(({ $ref }) => $ref === LIKE)) return schema.oneOf.find(({ $ref }) => $ref !== LIKE);
  const kept = Object.entries(schema).filter(([name]) => name !== LIKE.split('/').at(-1));
  return Object.fromEntries(kept.map(([name, each]) => [name, ofWholePlays(each)]));
}
