/**
 * How an id is written: as the database writes a uuid. Format `uuid` of fields is this one and not that of JSON Schema, which takes `urn:uuid:`
 * before it, as no column does.
 */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
