"""The application that OpenEnv serves."""

from aliquot.evals.harnesses.openenv import make_app

app = make_app()


def main() -> None:
    """Serve the environment on port 8000."""
    import uvicorn

    uvicorn.run(app, host="127.0.0.1", port=8000)


if __name__ == "__main__":
    main()
