"""The HTTP door: routes, schemas, authentication, and errors as problem documents."""
